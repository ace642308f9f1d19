/** Tells the sign-in page that a session is likely, so that it asks the server only then. Holds no secret. */
const KEY = 'nx.signedIn'

export const hintSignedIn = () => localStorage.setItem(KEY, '1')
export const likelySignedIn = () => localStorage.getItem(KEY) === '1'
export const forgetSignedIn = () => localStorage.removeItem(KEY)
