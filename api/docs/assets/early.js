// Before anything is shown: what needs a script appears, and code stands in the language that the reader chose.
document.documentElement.classList.add('has-script')
try {
  document.documentElement.dataset.language = localStorage.getItem('docs-language') ?? 'sh'
} catch {
  document.documentElement.dataset.language = 'sh'
}
