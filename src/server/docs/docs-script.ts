/**
 * Shows the operations of `/api/openapi.json`, and calls them. It is text here because it runs in a browser; it makes no
 * HTML out of texts, so that nothing it shows can become a part of the page.
 */
export const docsScript = `'use strict';
const token = document.getElementById('token');
const find = document.getElementById('find');
const who = document.getElementById('who');
const main = document.getElementById('operations');

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function headers() {
  return token.value === '' ? {} : { authorization: 'Bearer ' + token.value.trim() };
}

async function showCaller() {
  const response = await fetch('/api/me', { headers: headers() });
  const body = await response.json();
  who.textContent = response.ok
    ? 'Signed in as ' + body.name + ' (' + body.scopes.join(', ') + '), muxwright ' + body.version
    : body.detail + ' ' + (body.suggestion || '');
}

function fieldRows(schema) {
  return Object.entries(schema.properties || {}).map(([name, field]) => {
    const kind = field.enum ? field.enum.join(' | ') : field.type || 'any';
    const need = (schema.required || []).includes(name) ? ', required' : '';
    const given = field.default === undefined ? '' : ', default: ' + JSON.stringify(field.default);
    return element('tr', {},
      element('td', {}, element('code', { textContent: name })),
      element('td', { textContent: kind + need + given }),
      element('td', { textContent: field.description || '' }));
  });
}

async function send(path, text, output, stop) {
  output.textContent = '…';
  const response = await fetch(path, {
    method: 'POST', signal: stop.signal,
    headers: { ...headers(), 'content-type': 'application/json' }, body: text,
  });
  const status = response.status + ' ' + response.statusText + '\\n';
  output.textContent = status;
  if (!(response.headers.get('content-type') || '').startsWith('text/event-stream')) {
    const body = await response.text();
    try { output.textContent = status + JSON.stringify(JSON.parse(body), null, 2); }
    catch { output.textContent = status + body; }
    return;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    output.textContent = (output.textContent + part.value).slice(-100000);
    output.scrollTop = output.scrollHeight;
  }
}

function operationElement(path, { post }) {
  const { schema, examples } = post.requestBody.content['application/json'];
  const input = element('textarea', { ariaLabel: 'Input as JSON', spellcheck: false });
  const choose = (value) => { input.value = JSON.stringify(value, null, 2); };
  const all = Object.values(examples || {});
  choose(all.length > 0 ? all[0].value : {});
  const output = element('pre', { hidden: true });
  output.setAttribute('role', 'status');
  let running;
  const call = element('button', { type: 'button', textContent: 'Call', onclick: async () => {
    if (running) return running.abort();
    running = new AbortController();
    call.textContent = 'Stop';
    output.hidden = false;
    try { await send(path, input.value, output, running); }
    catch (error) { output.textContent += '\\n' + error.message; }
    finally { running = undefined; call.textContent = 'Call'; }
  } });
  const tries = all.map(({ summary, value }) =>
    element('button', { type: 'button', textContent: summary, onclick: () => choose(value) }));
  const rows = fieldRows(schema);
  const details = element('details', { id: post.operationId },
    element('summary', {},
      element('code', { textContent: post.operationId }),
      element('span', { textContent: post.summary }),
      element('span', { className: 'scope', textContent: post['x-muxwright-scope'] })),
    element('div', { className: 'body' },
      element('p', { textContent: post.description.split('\\n')[0] }),
      element('pre', { textContent: 'POST ' + path }),
      ...(rows.length > 0 ? [element('table', {}, element('tbody', {}, ...rows))] : []),
      input,
      element('div', { className: 'row' }, call, ...tries),
      output));
  details.dataset.words = (post.operationId + ' ' + post.summary).toLowerCase();
  return details;
}

async function show() {
  const api = await (await fetch('/api/openapi.json')).json();
  for (const tag of api.tags) {
    const own = Object.entries(api.paths)
      .filter(([path, { post }]) => path.startsWith('/api/operations/') && post.tags.includes(tag.name));
    if (own.length === 0) continue;
    main.append(element('section', {},
      element('h2', { textContent: tag.description }),
      ...own.map(([path, entry]) => operationElement(path, entry))));
  }
}

find.addEventListener('input', () => {
  const word = find.value.trim().toLowerCase();
  for (const one of main.querySelectorAll('details')) one.hidden = !one.dataset.words.includes(word);
  for (const one of main.querySelectorAll('section')) one.hidden = !one.querySelector('details:not([hidden])');
});
token.addEventListener('change', () => void showCaller());
void showCaller();
void show();
`;
