// Runs before the first paint, so that nobody who chose dark sees a white flash. The choice is kept by lib/color-scheme.ts.
let choice = null
try {
  choice = localStorage.getItem('nx.scheme')
} catch {
  choice = null
}
if (choice !== 'light' && choice !== 'dark') {
  choice = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
document.documentElement.setAttribute('data-mantine-color-scheme', choice)
