;;; gametree.el --- Game-tree exercises, with Eglot -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "28.1"))

;;; Commentary:

;; Put this file into a folder of `load-path', and (require 'gametree) into your init file.
;; `M-x eglot' in a .tree file starts the server.  docs/editors.md lists the settings.

;;; Code:

(defgroup gametree nil
  "Game-tree exercises."
  :group 'languages)

(defcustom gametree-command "gametree"
  "The command gametree: a name on the `PATH', or an absolute path."
  :type 'string)

(defvar gametree-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 12" table)
    (modify-syntax-entry ?\n ">" table)
    (dolist (part '(?' ?- ?_ ??))
      (modify-syntax-entry part "_" table))
    table)
  "Comments begin with //; primes, hyphens and question marks belong to names.")

;;;###autoload
(define-derived-mode gametree-mode prog-mode "Game tree"
  "The mode of .tree files."
  (setq-local comment-start "// ")
  (setq-local comment-start-skip "//+[ \t]*")
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
