[(tree) (node)] @class.around
(child) @entry.around
[(comment) (question_text)] @comment.inside
(comment)+ @comment.around
(question_text)+ @comment.around
