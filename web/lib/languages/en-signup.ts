import signup from './en/signup.json'

/** What is read while a church signs itself up. */
export const catalog = { ...signup }
