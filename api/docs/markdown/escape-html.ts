const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, both between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

/**
 * Escapes a long name as HTML with line-break opportunities between its words, which narrow screens need. It does not
 * allow a break after the dot of a hidden file, or in a number.
 */
export function breakable(name: string): string {
  return escapeHtml(name).replace(/(?<=\S)(?:[_/?]|[.,=](?!\d)|&amp;)(?=[\w{])/g, '$&<wbr>')
}
