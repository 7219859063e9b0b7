[(tree) (node)] @indent.begin
"}" @indent.branch @indent.end
