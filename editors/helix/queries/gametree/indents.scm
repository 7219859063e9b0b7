[(tree) (node)] @indent
"}" @outdent
