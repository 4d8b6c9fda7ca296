/** An element with text in it: a page makes no markup of text. */
export function part(name, className, text = '') {
  const element = document.createElement(name)
  if (className !== '') element.className = className
  element.textContent = text
  return element
}
