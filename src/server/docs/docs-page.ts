/** The page of `/api/docs`. What it shows comes from `/api/openapi.json`. */
export const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>muxwright: the interface</title>
<link rel="stylesheet" href="/api/docs/style.css">
<script src="/api/docs/script.js" defer></script>
</head>
<body>
<header>
<h1>muxwright</h1>
<p>Every operation over HTTP. <a href="/api/openapi.json">OpenAPI</a> · <a href="/">Dashboard</a></p>
<label>Token <input id="token" type="password" autocomplete="off" placeholder="none is needed where you are signed in"></label>
<label>Find <input id="find" type="search" placeholder="pane, run.start, …"></label>
<p id="who" role="status"></p>
</header>
<main id="operations"></main>
<noscript><p>Without scripts: <a href="/api/openapi.json">the same as OpenAPI</a>.</p></noscript>
</body>
</html>
`;
