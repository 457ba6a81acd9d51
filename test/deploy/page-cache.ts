/** A page cache of WordPress as the usual plugins install it: it keeps one file for an address, and sends that. */
export const advancedCache = (folder: string) => `<?php
if ($_SERVER['REQUEST_METHOD'] === 'GET' && ($_SERVER['QUERY_STRING'] ?? '') === '') {
  $kept = '${folder}/' . md5($_SERVER['HTTP_HOST'] . $_SERVER['REQUEST_URI']) . '.html';
  if (is_file($kept)) {
    header('Content-Type: text/html; charset=UTF-8');
    readfile($kept);
    exit;
  }
  ob_start(function ($html) use ($kept) {
    if (http_response_code() === 200 && str_contains($html, '</html>')) file_put_contents($kept, $html, LOCK_EX);
    return $html;
  });
}
`;
