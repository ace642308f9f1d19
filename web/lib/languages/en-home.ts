import home from './en/home.json'

/** What the dashboard says. */
export const catalog = home
