[(tree) (node)] @fold
