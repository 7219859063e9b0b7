; Names and labels belong to their tree; a root outside of a tree is one by itself.
(tree) @local.scope
(source_file (node) @local.scope)

(node_name) @local.definition.type
(label) @local.definition.field
(reference) @local.reference
