; Names and labels belong to their tree; a root outside `tree` is a tree by itself.
(tree) @local.scope
(source_file (node) @local.scope)

(node_name) @local.definition.type
(label) @local.definition.variable.other.member
(reference) @local.reference
