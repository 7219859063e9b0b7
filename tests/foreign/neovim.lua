-- Opens a file in a Neovim without a screen, does what an author does, and prints what came of it as JSON.
vim.cmd("edit " .. vim.fn.fnameescape(vim.env.EXERCISE))

local function wait(what, condition)
  if not vim.wait(60000, condition, 20) then
    io.stderr:write("waited in vain for " .. what .. "\n")
    vim.cmd("cquit 1")
  end
end

local function codes()
  local found = {}
  for _, finding in ipairs(vim.diagnostic.get(0)) do
    table.insert(found, finding.code)
  end
  return found
end

local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), "\n")
end

local result = {}
wait("findings", function() return #codes() > 0 end)
result.findings = codes()
result.lines = {}
for _, finding in ipairs(vim.diagnostic.get(0)) do
  table.insert(result.lines, finding.lnum)
end

vim.api.nvim_win_set_cursor(0, { 2, 4 })
local before = text()
vim.lsp.buf.rename("left")
wait("the new name", function() return text() ~= before end)
result.renamed = text()

before = text()
if vim.lsp.buf.format then
  vim.lsp.buf.format({ timeout_ms = 60000 })
else
  vim.lsp.buf.formatting_sync(nil, 60000) -- Neovim 0.7
end
wait("the format", function() return text() ~= before end)
result.formatted = text()

-- The right value is typed; the finding goes.
vim.cmd([[%s/= 4/= 3/]])
wait("the findings to go", function() return #codes() == 0 end)
result.left = codes()

-- A second file in the same folder has the same server.
vim.cmd("edit! " .. vim.fn.fnameescape(vim.env.EXERCISE .. ".tree"))
result.servers = #(vim.lsp.get_clients or vim.lsp.get_active_clients)()
result.attached = vim.lsp.get_clients and #vim.lsp.get_clients({ bufnr = 0 }) or #vim.lsp.buf_get_clients(0)
result.comment = vim.bo.commentstring
print(vim.fn.json_encode(result))
vim.cmd("qall!")
