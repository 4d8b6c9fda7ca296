/** Creates an element with text. Text is never inserted as HTML. */
export function part(name, className, text = '') {
  const element = document.createElement(name)
  if (className !== '') element.className = className
  element.textContent = text
  return element
}
