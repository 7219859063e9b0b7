;; Indents, colours and types text in an Emacs without a screen, and prints what came of it as JSON.  -*- lexical-binding: t; -*-
(require 'gametree)
(require 'json)

(defun indented (file)
  "The text of FILE, indented anew after all its indentation was taken away."
  (with-temp-buffer
    (insert-file-contents file)
    (gametree-mode)
    (goto-char (point-min))
    (while (not (eobp))
      (delete-horizontal-space)
      (forward-line))
    (let ((inhibit-message t))
      (indent-region (point-min) (point-max)))
    (buffer-string)))

(defun coloured (text)
  "The pieces of TEXT that have a face, each with the face."
  (with-temp-buffer
    (insert text)
    (gametree-mode)
    (font-lock-ensure)
    (goto-char (point-min))
    (let (pieces)
      (while (not (eobp))
        (let ((end (next-single-property-change (point) 'face nil (point-max)))
              (face (get-text-property (point) 'face)))
          (when face
            (push (list (buffer-substring-no-properties (point) end) (symbol-name face)) pieces))
          (goto-char end)))
      (vconcat (nreverse pieces)))))

(defun typed (keys)
  "The text of the buffer after KEYS were typed, with braces in pairs."
  (with-temp-buffer
    (gametree-mode)
    (electric-indent-local-mode 1)
    (electric-pair-local-mode 1)
    (dolist (key (string-to-list keys))
      (if (eq key ?\n)
          (newline nil t)
        (let ((last-command-event key))
          (self-insert-command 1))))
    (buffer-string)))

(let ((task (with-temp-buffer
              (insert-file-contents (getenv "TASK"))
              (json-parse-string (buffer-string)))))
  (setq gametree-width (gethash "width" task))
  (princ (json-encode (list (cons 'indented (vconcat (mapcar #'indented (gethash "files" task))))
                            (cons 'coloured (vconcat (mapcar #'coloured (gethash "texts" task))))
                            (cons 'typed (vconcat (mapcar #'typed (gethash "keys" task))))))))
