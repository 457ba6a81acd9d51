const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

// Bidirectional and format characters could disguise untrusted text.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]+/gu;

/** Escapes untrusted text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(UNSEEN, ' ').replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
