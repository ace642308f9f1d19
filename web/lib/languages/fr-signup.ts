import signup from './fr/signup.json'

/** What is read while a church signs itself up. */
export const catalog = { ...signup }
