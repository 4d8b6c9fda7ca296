// Runs before the page is shown: makes controls that need JavaScript visible, and selects the language of samples that
// the reader chose.
document.documentElement.classList.add('has-script')
try {
  document.documentElement.dataset.language = localStorage.getItem('docs-language') ?? 'sh'
} catch {
  document.documentElement.dataset.language = 'sh'
}
