// Stands in the page itself (vite.config.ts) and runs before the first paint, so that nobody who chose dark sees a white
// flash; follows the device on pages that show no switch. The choice is kept by color-scheme.ts.
const dark = matchMedia('(prefers-color-scheme: dark)')
function show() {
  let choice = null
  try {
    choice = localStorage.getItem('nx.scheme')
  } catch {
    choice = null
  }
  if (choice !== 'light' && choice !== 'dark') choice = dark.matches ? 'dark' : 'light'
  document.documentElement.setAttribute('data-scheme', choice)
}
show()
dark.addEventListener('change', show)
