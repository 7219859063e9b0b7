;;; gametree.el --- Game-tree exercises, with Eglot -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "28.1"))

;;; Commentary:

;; Put this file into a folder of `load-path', and (require 'gametree) into your init file.
;; `M-x eglot' in a .tree file starts the server.  docs/editors.md lists the settings.

;;; Code:

(require 'seq)

(defgroup gametree nil
  "Game-tree exercises."
  :group 'languages)

(defcustom gametree-command "gametree"
  "The command gametree: a name on the `PATH', or an absolute path."
  :type 'string)

(defcustom gametree-width 100
  "The width of a formatted line in columns.
In a deep tree, no line is indented by more than half of this."
  :type 'integer
  :safe #'integerp)

;;; Words

(defconst gametree--starters
  '("tree" "max" "min" "chance" "expect" "ask" "cut" "search" "order" "cutoffs" "window" "range" "depth" "reveal" "allow")
  "The reserved words that begin a tree, a node, a claim on a tree or a setting.")

(defconst gametree--followers '("pruned" "visited" "plays" "eval" "worth")
  "The reserved words that continue a construct.")

(defun gametree--regexp (words)
  "A regular expression for the reserved WORDS in their three spellings."
  (regexp-opt (append words (mapcar #'upcase words) (mapcar #'capitalize words)) 'symbols))

(defconst gametree--starter (gametree--regexp gametree--starters))
(defconst gametree--follower (gametree--regexp gametree--followers))
(defconst gametree--question (gametree--regexp '("expect" "ask")))
(defconst gametree--player (gametree--regexp '("max" "min" "chance")))

;;; Colours

(defconst gametree--name "[[:alpha:]]\\(?:\\sw\\|\\s_\\)*")

(defun gametree--setting-end ()
  "The last possible end of the setting whose first word is before point."
  (save-excursion
    (let ((case-fold-search nil) (end (line-end-position)))
      (if (re-search-forward (concat "[{}/]\\|" gametree--starter) end t) (match-beginning 0) end))))

(defconst gametree-font-lock-keywords
  (let ((gap "[ ,\t]+")
        (name (concat "\\_<\\(" gametree--name "\\)\\_>"))
        (number (if (facep 'font-lock-number-face) ''font-lock-number-face ''font-lock-constant-face)))
    `(;; The word after `expect' or `ask' comes first: it may be a reserved word.
      (,(concat (gametree--regexp '("expect")) gap name gap
                "\\_<\\(in\\)\\_>[ ,\t]*\\(?:[[({_]\\|nothing\\|anything\\)")
       (1 font-lock-keyword-face) (2 font-lock-variable-name-face) (3 font-lock-keyword-face))
      (,(concat gametree--question gap name) (1 font-lock-keyword-face) (2 font-lock-constant-face))
      ("\\_<\\(?:inf\\|-inf\\)\\_>\\|[+−-]?∞" (0 ,number))
      (,(concat gametree--starter "\\|" gametree--follower) (0 font-lock-keyword-face))
      ("[])}][ ,\t]*\\_<\\(or\\)\\_>[ ,\t]*\\(?:[[({/]\\|\\(\\_<\\(?:nothing\\|anything\\)\\_>\\)\\|$\\)"
       (1 font-lock-keyword-face) (2 font-lock-keyword-face nil t))
      ("\\_<in\\_>[ ,\t]*\\_<\\(nothing\\|anything\\)\\_>" (1 font-lock-keyword-face))
      (,(gametree--regexp '("cut" "search" "order" "cutoffs" "reveal" "allow"))
       (,name (gametree--setting-end) nil (0 font-lock-constant-face)))
      ("[+−]?\\_<-?[0-9][0-9_]*\\(?:[./][0-9_]+\\)?\\_>" (0 ,number))
      (,(concat gametree--player gap name) (2 font-lock-type-face))
      (,(concat name "\\(?:" gap "[0-9][0-9_./]*\\)?[ ,\t]*:") (1 font-lock-function-name-face))
      ("\\?\\(?:\\sw\\|\\s_\\)*\\|…\\|\\.\\.\\." (0 font-lock-variable-name-face))
      ("\\_<_\\_>" (0 font-lock-builtin-face))))
  "The colours of words; the syntax table colours comments and quoted texts.")

(defvar gametree-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 12" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?, " " table)
    (dolist (part '(?' ?- ?_ ??))
      (modify-syntax-entry part "_" table))
    (dolist (sign '(?= ?~ ?< ?> ?+ ?− ?∞ ?: ?. ?…))
      (modify-syntax-entry sign "." table))
    table)
  "Comments begin with //; names have primes and hyphens; a comma is a blank.")

(defconst gametree--syntax-propertize
  (syntax-propertize-rules
   ;; A quoted text ends on its line, even if its closing quote is missing.
   ("\\(\"\\)\\(?:[^\"\\\n]\\|\\\\.\\)*\\(?:\"\\|\\($\\)\\)" (1 (and (match-beginning 2) (string-to-syntax "."))))))

(defun gametree--syntactic-face (state)
  "The face of the comment or quoted text that STATE is in."
  (cond ((nth 3 state) 'font-lock-string-face)
        ((save-excursion (goto-char (nth 8 state)) (looking-at-p "///")) 'font-lock-doc-face)
        (t 'font-lock-comment-face)))

;;; Indentation, as in `gametree fmt'

(defun gametree--code-before ()
  "Move back over blanks, commas and comments."
  (forward-comment (- (point))))

(defun gametree--code-after ()
  "Move forward over blanks, commas and comments, but not over question texts."
  (while (progn (skip-syntax-forward " >")
                (and (looking-at-p "//") (not (looking-at-p "///"))))
    (forward-line)))

(defun gametree--after-p (regexp)
  "Whether the word before point, ignoring comments, matches REGEXP."
  (save-excursion
    (gametree--code-before)
    (let ((end (point)))
      (skip-syntax-backward "w_")
      (and (< (point) end)
           (let ((case-fold-search nil)) (looking-at-p (concat "\\(?:" regexp "\\)\\_>")))))))

(defun gametree--set-p (brace)
  "Whether the opening BRACE belongs to a set, not to a node or a tree."
  (save-excursion
    (goto-char brace)
    (and (gametree--after-p "in\\|or")
         (progn (gametree--code-before)
                (skip-syntax-backward "w_")
                ;; After a player, such a word is the name of a node.
                (not (gametree--after-p gametree--player))))))

(defun gametree--begun ()
  "The word that begins the construct at or just before point.
It is nil in a list of children."
  (save-excursion
    (let ((case-fold-search nil) (pattern (concat "[{}]\\|" gametree--starter)) found)
      (while (and (not found) (re-search-backward pattern nil 'move))
        (cond ((nth 8 (syntax-ppss)))
              ((and (eq (char-after) ?}) (gametree--set-before)))
              ((looking-at-p "[{}]") (unless (gametree--set-p (point)) (setq found 'brace)))
              ((not (gametree--after-p gametree--question)) (setq found (downcase (match-string 0))))))
      (and (stringp found) found))))

(defun gametree--set-before ()
  "If the closing brace at point belongs to a set, move to its opening brace."
  (let ((open (ignore-errors (scan-sexps (1+ (point)) -1))))
    (when (and open (gametree--set-p open))
      (goto-char open))))

(defun gametree--goes-on-p ()
  "Whether the code after point continues what is before it."
  (let ((case-fold-search nil) (begun (gametree--begun)))
    (save-excursion
      (gametree--code-after)
      (cond ((looking-at-p "}\\|///") nil)
            ((gametree--after-p gametree--question) t)
            ((save-excursion (gametree--code-before) (eq (char-before) ?:)) t)
            ((member begun '("tree" "max" "min" "chance")) t)
            ((eq (char-after) ?{) (and (equal begun "expect") (gametree--set-p (point))))
            ((looking-at-p gametree--starter) nil)
            ((stringp begun) (not (eobp)))
            ((looking-at-p (concat ":\\|" gametree--follower)) t)
            ((gametree--after-p "worth") t)
            ;; A label whose number or colon is on a later line.
            (t (and (not (eobp)) (gametree--after-label-p)))))))

(defun gametree--after-label-p ()
  "Whether the word before point is a label."
  (save-excursion
    (gametree--code-before)
    (or (eq (char-before) ?\")
        (and (gametree--after-p gametree--name) (not (gametree--after-p (concat gametree--follower "\\|inf")))))))

(defun gametree--column ()
  "The column in which this line begins; nil within a quoted text."
  (save-excursion
    (back-to-indentation)
    (let* ((state (save-excursion (syntax-ppss (line-beginning-position))))
           (open (nth 1 state))
           (in-set (and open (or (not (eq (char-after open) ?{)) (gametree--set-p open))))
           (braces (seq-count (lambda (place) (eq (char-after place) ?{)) (nth 9 state)))
           (depth (if (and in-set (eq (char-after open) ?{)) (1- braces) braces)))
      (unless (nth 3 state)
        (if (and (looking-at-p "}") (not in-set))
            (gametree--column-at (1- depth))
          (+ (gametree--column-at depth) (if (or in-set (gametree--goes-on-p)) 8 0)))))))

(defun gametree--column-at (depth)
  "The column in which lines at DEPTH begin; very deep lines share one column."
  (max 0 (min (* 4 depth) (/ gametree-width 2) 80)))

(defun gametree-indent-line ()
  "Indent this line as `gametree fmt' does."
  (let ((column (gametree--column)))
    (if (not column)
        'noindent
      (if (<= (current-column) (current-indentation))
          (indent-line-to column)
        (save-excursion (indent-line-to column))))))

;;; The mode

;;;###autoload
(define-derived-mode gametree-mode prog-mode "Game tree"
  "The mode of .tree files."
  (setq-local comment-start "// ")
  (setq-local comment-start-skip "//+[ \t]*")
  (setq-local comment-end "")
  (setq-local font-lock-defaults
              '(gametree-font-lock-keywords
                nil nil nil (font-lock-syntactic-face-function . gametree--syntactic-face)))
  (setq-local syntax-propertize-function gametree--syntax-propertize)
  (setq-local parse-sexp-ignore-comments t)
  (setq-local indent-line-function #'gametree-indent-line)
  (setq-local electric-indent-chars (append "{}" electric-indent-chars))
  (setq-local indent-tabs-mode nil)
  (setq-local tab-width 4))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.tree\\'" . gametree-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  ;; A function, so that the command may be set later, too.
  (add-to-list 'eglot-server-programs
               '(gametree-mode . (lambda (&rest _) (list gametree-command "lsp")))))

(provide 'gametree)
;;; gametree.el ends here
