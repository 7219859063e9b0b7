-- Tells Neovim (0.7 or later) of gametree. Copy this file into the folder `plugin` beside your init.lua.
--
-- Settings stand in init.lua; docs/editors.md lists them:
--   vim.g.gametree = { path = "/home/me/bin/gametree", hints = { windows = false } }

local settings = vim.g.gametree or vim.empty_dict()
local command = settings.path or "gametree"
local group = vim.api.nvim_create_augroup("gametree", {})
local clients = {}

-- The folder of the nearest gametree.toml, else that of the file.
local function root(file)
  local own = vim.fn.fnamemodify(file, ":p:h")
  local folder = own
  while vim.fn.filereadable(folder .. "/gametree.toml") == 0 do
    local above = vim.fn.fnamemodify(folder, ":h")
    if above == folder then
      return own
    end
    folder = above
  end
  return folder
end

local function start(buffer)
  if vim.fn.executable(command) == 0 then
    local help = 'docs/install.md says how to get it; "pip install gametree" is one way.'
    vim.notify_once("There is no program " .. command .. ". " .. help, vim.log.levels.WARN)
    return
  end
  local folder = root(vim.api.nvim_buf_get_name(buffer))
  local config = {
    name = "gametree",
    cmd = { command, "lsp" },
    root_dir = folder,
    settings = { gametree = settings },
    init_options = settings, -- for Neovim 0.7, which cannot be asked for settings
  }
  if vim.lsp.start then
    vim.lsp.start(config, { bufnr = buffer })
    return
  end
  -- Neovim 0.7
  if not (clients[folder] and vim.lsp.get_client_by_id(clients[folder])) then
    clients[folder] = vim.lsp.start_client(config)
  end
  vim.lsp.buf_attach_client(buffer, clients[folder])
end

-- Colours, if the parser is installed.
local function colour(buffer)
  if #vim.api.nvim_get_runtime_file("parser/gametree.*", false) == 0 then
    return
  end
  if vim.treesitter.start then
    vim.treesitter.start(buffer, "gametree")
  else
    -- Neovim 0.7
    require("vim.treesitter.highlighter").new(vim.treesitter.get_parser(buffer, "gametree"))
  end
end

-- Code blocks in Markdown are marked `tree` or `gametree`.
if vim.treesitter.language and vim.treesitter.language.register then
  vim.treesitter.language.register("gametree", { "gametree", "tree" })
end

vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  group = group,
  pattern = "*.tree",
  callback = function()
    vim.bo.filetype = "gametree"
  end,
})

vim.api.nvim_create_autocmd("FileType", {
  group = group,
  pattern = "gametree",
  callback = function(event)
    vim.bo.commentstring = "// %s"
    start(event.buf)
    colour(event.buf)
  end,
})
