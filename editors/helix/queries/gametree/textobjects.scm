[(tree) (node)] @class.around
[(child) (leaf)] @parameter.inside
(child) @parameter.around
[(comment) (question_text)] @comment.inside
(comment)+ @comment.around
(question_text)+ @comment.around
