import joining from './en/joining.json'

/** What is read once, on the way in: signing a church up, accepting an invitation. */
export const catalog = { ...joining }
