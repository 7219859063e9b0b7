"""The language server, used by a client that others wrote, with what real editors say of themselves.

pytest-lsp reads each answer by the types of the protocol, and warns of what the editor could not take.
"""

import os
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

pytestmark = [pytest.mark.asyncio, pytest.mark.filterwarnings("error::pytest_lsp.checks.LspSpecificationWarning")]

EDITORS = ["visual-studio-code", "neovim@v0.7.0", "neovim@v0.11.0", "emacs"]
URI = "file:///nowhere/a.tree"
TEXT = """\
tree "a 𝛼" {
    max A = 4 plays "𝛼" {
        "𝛼": min B { 3, 12, 8 }
        b: min C { 2, 4, 6 }
    }
    expect leaves = 4
}
"""


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[os.path.abspath(os.environ["GAMETREE"]), "lsp"]), params=EDITORS
)
async def client(request, lsp_client: LanguageClient):
    @lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params: types.RegistrationParams):
        pass

    capabilities = client_capabilities(request.param)
    answer = await lsp_client.initialize_session(
        types.InitializeParams(capabilities=capabilities, process_id=None, root_uri=None)
    )
    lsp_client.encoding = answer.capabilities.position_encoding
    lsp_client.legend = answer.capabilities.semantic_tokens_provider.legend
    published = capabilities.text_document.publish_diagnostics
    lsp_client.opens_links = bool(published and published.code_description_support)
    lsp_client.pulls = capabilities.text_document.diagnostic is not None
    shows = capabilities.window and capabilities.window.show_document
    lsp_client.opens_files = bool(shows and shows.support)
    lsp_client.commands = answer.capabilities.execute_command_provider.commands
    yield lsp_client
    await lsp_client.shutdown_session()


def identifier():
    return types.TextDocumentIdentifier(uri=URI)


def open_text(client, text):
    item = types.TextDocumentItem(uri=URI, language_id="gametree", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))


async def findings(client):
    """The findings of the text: sent or asked for, as the editor has it."""
    if client.pulls:
        report = await client.text_document_diagnostic_async(types.DocumentDiagnosticParams(identifier()))
        assert URI not in client.diagnostics, "sent, too"
        return report.items
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return client.diagnostics[URI]


def position(client, line, text):
    """The place of a piece of text in a line, counted as the editor does."""
    before = TEXT.splitlines()[line].split(text)[0]
    encoding = client.encoding.replace("utf-", "utf")
    width = {"utf8": 1, "utf16": 2, "utf32": 4}[encoding]
    return types.Position(line, len(before.encode({"utf8": "utf-8", "utf16": "utf-16-le", "utf32": "utf-32-le"}[encoding])) // width)


def at(client, line, text):
    return {"text_document": identifier(), "position": position(client, line, text)}


async def test_findings_come_and_go(client):
    open_text(client, TEXT)
    [wrong, *skipped] = await findings(client)
    assert (wrong.code, {finding.code for finding in skipped}) == ("E0301", {"W0401"})
    assert wrong.message.startswith("A is worth 3, not 4")
    assert wrong.range.start == position(client, 1, "4 plays")
    assert all(list(finding.tags) == [types.DiagnosticTag.Unnecessary] for finding in skipped)
    right = types.TextDocumentContentChangePartial(range=wrong.range, text="3")
    document = types.VersionedTextDocumentIdentifier(version=2, uri=URI)
    client.text_document_did_change(types.DidChangeTextDocumentParams(document, [right]))
    assert [finding.code for finding in await findings(client)] == ["W0401"] * len(skipped)


async def test_findings_link_to_their_pages(client):
    open_text(client, TEXT)
    found = await findings(client)
    for finding in found if client.opens_links else []:
        page = Path(finding.code_description.href.removeprefix("file://"))
        assert finding.code in page.read_text()
    assert client.opens_links or all(finding.code_description is None for finding in found)


async def test_hover_tells_what_the_search_did(client):
    open_text(client, TEXT)
    hover = await client.text_document_hover_async(types.HoverParams(**at(client, 3, "C {")))
    assert hover.contents.kind == types.MarkupKind.Markdown
    assert "2" in hover.contents.value and "cut" in hover.contents.value


async def test_names_are_found_and_changed(client):
    open_text(client, TEXT)
    place = at(client, 1, "𝛼")
    definition = await client.text_document_definition_async(types.DefinitionParams(**place))
    assert definition.range.start.line == 2
    context = types.ReferenceContext(include_declaration=True)
    references = await client.text_document_references_async(types.ReferenceParams(context=context, **place))
    assert [reference.range.start.line for reference in references] == [1, 2]
    highlights = await client.text_document_document_highlight_async(types.DocumentHighlightParams(**place))
    assert [highlight.range for highlight in highlights] == [reference.range for reference in references]
    prepared = await client.text_document_prepare_rename_async(types.PrepareRenameParams(**place))
    assert prepared == references[0].range
    renamed = await client.text_document_rename_async(types.RenameParams(new_name="left", **place))
    edits = renamed.changes[URI]
    assert [(edit.range, edit.new_text) for edit in edits] == [(reference.range, "left") for reference in references]


async def test_a_name_that_is_taken_is_refused_in_words(client):
    open_text(client, TEXT)
    with pytest.raises(Exception, match="`b`|already|taken"):
        await client.text_document_rename_async(types.RenameParams(new_name="b", **at(client, 1, "𝛼")))


async def test_completion_knows_the_context(client):
    open_text(client, TEXT)
    completions = await client.text_document_completion_async(types.CompletionParams(**at(client, 5, "leaves")))
    labels = [item.label for item in completions]
    assert "cutoffs" in labels and "value" in labels and "max" not in labels


async def test_symbols_and_folds(client):
    open_text(client, TEXT)
    [tree] = await client.text_document_document_symbol_async(types.DocumentSymbolParams(identifier()))
    assert (tree.name, [node.name for node in tree.children]) == ("a 𝛼", ["A"])
    assert [node.name for node in tree.children[0].children] == ["B", "C"]
    found = await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="a𝛼"))
    assert [symbol.name for symbol in found] == ["a 𝛼"]
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(identifier()))
    assert [(fold.start_line, fold.end_line) for fold in folds] == [(0, 6), (1, 4)]


async def test_formatting(client):
    open_text(client, TEXT.replace("{ 2, 4, 6 }", "{2,4   6}"))
    options = types.FormattingOptions(tab_size=4, insert_spaces=True)
    params = types.DocumentFormattingParams(identifier(), options)
    edits = await client.text_document_formatting_async(params)
    assert edits and all(edit.range.start.line in (2, 3) for edit in edits)
    document = types.VersionedTextDocumentIdentifier(version=2, uri=URI)
    changes = [types.TextDocumentContentChangePartial(range=edit.range, text=edit.new_text) for edit in reversed(edits)]
    client.text_document_did_change(types.DidChangeTextDocumentParams(document, changes))
    assert not await client.text_document_formatting_async(params)


async def test_actions_fix_what_is_found(client):
    open_text(client, TEXT)
    [wrong, *_] = await findings(client)
    context = types.CodeActionContext(diagnostics=[wrong])
    params = types.CodeActionParams(identifier(), wrong.range, context)
    actions = await client.text_document_code_action_async(params)
    [fix] = [action for action in actions if action.is_preferred]
    assert fix.kind == types.CodeActionKind.QuickFix
    assert [finding.code for finding in fix.diagnostics] == ["E0301"]
    [edit] = fix.edit.changes[URI]
    assert (edit.range, edit.new_text) == (wrong.range, "3")
    context = types.CodeActionContext(diagnostics=[], only=["refactor"])
    rewrites = await client.text_document_code_action_async(types.CodeActionParams(identifier(), wrong.range, context))
    assert rewrites and all(action.kind == types.CodeActionKind.RefactorRewrite for action in rewrites)


async def test_lenses_and_hints_tell_values(client):
    open_text(client, TEXT)
    lens, _ = await client.text_document_code_lens_async(types.CodeLensParams(identifier()))
    assert lens.command.title.startswith("value 3") and "4 of 6 leaves" in lens.command.title
    whole = types.Range(types.Position(0, 0), types.Position(99, 0))
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(identifier(), whole))
    assert {hint.position.line for hint in hints} >= {1, 2, 3}
    places = [(hint.position.line, hint.position.character) for hint in hints]
    assert len(places) == len(set(places)), "two hints at one place run together"


async def test_lenses_show_the_answer_and_the_page_of_an_error(client):
    open_text(client, TEXT)
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(identifier()))
    for lens, words in zip(lenses, ["├─ 𝛼: MIN B = 3", "# E0301"], strict=True):
        command = lens.command
        assert command.command in client.commands
        await client.workspace_execute_command_async(types.ExecuteCommandParams(command.command, command.arguments))
        # What is shown has come before the next answer.
        await client.text_document_document_symbol_async(types.DocumentSymbolParams(identifier()))
        if client.opens_files:
            shown = client.shown_documents[-1]
            assert words in Path(shown.uri.removeprefix("file://")).read_text()
        else:
            assert words in client.messages[-1].message


async def test_selections_grow(client):
    open_text(client, TEXT)
    params = types.SelectionRangeParams(identifier(), [position(client, 2, "12"), position(client, 1, "4 plays")])
    leaf, claim = await client.text_document_selection_range_async(params)
    lines = []
    while leaf is not None:
        lines.append((leaf.range.start.line, leaf.range.end.line))
        leaf = leaf.parent
    assert lines == [(2, 2)] * 4 + [(2, 3), (1, 4), (0, 6), (0, 7)]
    assert claim.parent.range.start == position(client, 1, "= 4")


async def test_all_that_is_certain_is_fixed_at_once(client):
    open_text(client, TEXT)
    whole = types.Range(types.Position(0, 0), types.Position(7, 0))
    for kind in ["source.fixAll", "source.fixAll.gametree"]:
        context = types.CodeActionContext(diagnostics=[], only=[kind])
        params = types.CodeActionParams(identifier(), whole, context)
        [fix] = await client.text_document_code_action_async(params)
        value, marks = fix.edit.changes[URI]
        lines = TEXT.splitlines(keepends=True)
        assert (fix.kind, value.new_text) == (kind, lines[1].replace("4", "3"))
        assert marks.new_text == lines[3].replace("4, 6", "4 pruned, 6 pruned")


async def test_files_that_are_not_open_have_findings(client, tmp_path):
    (tmp_path / "a.tree").write_text(TEXT)
    folder = types.WorkspaceFolder(uri=tmp_path.as_uri(), name="folder")
    event = types.WorkspaceFoldersChangeEvent(added=[folder], removed=[])
    client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))
    params = types.WorkspaceDiagnosticParams(previous_result_ids=[])
    [report] = (await client.workspace_diagnostic_async(params)).items
    assert report.uri == (tmp_path / "a.tree").as_uri()
    assert {finding.code for finding in report.items} == {"E0301", "W0401"}
    params.previous_result_ids = [types.PreviousResultId(uri=report.uri, value=report.result_id)]
    [again] = (await client.workspace_diagnostic_async(params)).items
    assert (again.kind, again.result_id) == ("unchanged", report.result_id)


async def test_an_exercise_keeps_its_answers(client):
    open_text(client, TEXT.replace("= 4", "= _"))
    assert {finding.code for finding in await findings(client)} == {"N0701"}
    assert not await client.text_document_code_lens_async(types.CodeLensParams(identifier()))
    whole = types.Range(types.Position(0, 0), types.Position(99, 0))
    assert not await client.text_document_inlay_hint_async(types.InlayHintParams(identifier(), whole))
    context = types.CodeActionContext(diagnostics=[])
    actions = await client.text_document_code_action_async(types.CodeActionParams(identifier(), whole, context))
    assert not any("3" in edit.new_text for action in actions for edit in action.edit.changes[URI])


async def test_words_have_kinds(client):
    open_text(client, TEXT.replace("4, 6 }", "4, 6 } // note"))
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(identifier()))
    legend = client.legend
    line, words = 0, []
    for down, _, _, kind, modifiers in zip(*[iter(tokens.data)] * 5):
        line += down
        words.append((line, legend.token_types[kind], modifiers))
    assert words[:2] == [(0, "keyword", 0), (0, "string", 0)]
    assert (1, "class", 1) in words and (2, "property", 1) in words and (3, "comment", 0) in words
    part = types.Range(types.Position(2, 0), types.Position(2, 99))
    some = await client.text_document_semantic_tokens_range_async(types.SemanticTokensRangeParams(identifier(), part))
    assert len(some.data) // 5 == sum(word[0] == 2 for word in words)
