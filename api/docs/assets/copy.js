const SHOWN_FOR_MS = 1500

/** Makes every copy button copy its block of code, or the page as Markdown, to the clipboard. */
export function startCopying() {
  for (const button of document.querySelectorAll('[data-copy]')) {
    const label = button.textContent
    button.addEventListener('click', async () => {
      button.textContent = await copy(button).then(
        () => 'Copied',
        () => 'Not copied',
      )
      setTimeout(() => {
        button.textContent = label
      }, SHOWN_FOR_MS)
    })
  }
}

async function copy(button) {
  await navigator.clipboard.writeText(button.dataset.copy === 'page' ? await pageAsMarkdown() : codeBeside(button))
}

function codeBeside(button) {
  return button.parentElement.querySelector('code').textContent
}

async function pageAsMarkdown() {
  const answer = await fetch(document.querySelector('.as-markdown').href)
  if (!answer.ok) throw new Error(`The page returned ${answer.status}`)
  return answer.text()
}
