/**
 * Registers the tools search_pages and read_page of the content service with the browser (WebMCP, W3C Community Group). Names,
 * texts and schemas come from the service's MCP endpoint on this origin, and so do the results.
 */
(() => {
  const NAMES = new Set(['search_pages', 'read_page']);
  // The attribute moved from navigator to document in 2026.
  const context = document.modelContext ?? navigator.modelContext;
  if (typeof context?.registerTool !== 'function') return;

  async function call(method, params) {
    const response = await fetch('/mcp', {
      method: 'POST',
      credentials: 'omit',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error, message } = await response.json();
    if (result === undefined) throw new Error(error?.message ?? message ?? `Status ${response.status}`);
    return result;
  }

  async function answer(name, input) {
    const { isError, content, structuredContent } = await call('tools/call', { name, arguments: input ?? {} });
    return isError ? { error: content.map(({ text }) => text).join('\n') } : structuredContent;
  }

  // One call at a time: on a small host, a second request at once is refused.
  let last = Promise.resolve();
  function execute(name, input) {
    last = last.then(() => answer(name, input)).catch(({ message }) => ({ error: message }));
    return last;
  }

  async function register() {
    const { tools } = await call('tools/list', {});
    for (const { name, title, description, inputSchema } of tools) {
      if (!NAMES.has(name)) continue;
      // Pages are data, not instructions.
      const annotations = { readOnlyHint: true, untrustedContentHint: true };
      const tool = { name, title, description, inputSchema, annotations, execute: (input) => execute(name, input) };
      await context.registerTool(tool);
    }
  }

  // Without the service, or where a policy forbids tools, the page has none.
  register().catch(() => {});
})();
