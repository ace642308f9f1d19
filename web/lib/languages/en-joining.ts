import joining from './en/joining.json'

/** What is read on the way in: the second step of signing in, an invitation. */
export const catalog = { ...joining }
