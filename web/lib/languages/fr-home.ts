import home from './fr/home.json'

/** What the dashboard says. */
export const catalog = home
