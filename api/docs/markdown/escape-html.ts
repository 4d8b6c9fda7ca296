const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it may stand in HTML, between tags and in quoted attributes alike. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** A long name as HTML that may break where its words are joined, which phones need; not after the dot of a hidden file, and in no number. */
export function breakable(name: string): string {
  return escapeHtml(name).replace(/(?<=\S)(?:[_/?]|[.,=](?!\d)|&amp;)(?=[\w{])/g, '$&<wbr>')
}
