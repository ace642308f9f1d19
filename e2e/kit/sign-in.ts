/** Of everybody in the demo. */
export const PASSWORD = 'narthex-demo'

/** Signs in at this door as one of the demo; answers the cookie that says so. */
export async function cookieOf(url: string, door: string, who: Record<string, string>): Promise<string> {
  const reply = await fetch(url + door, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ ...who, password: PASSWORD }),
  })
  if (!reply.ok) throw new Error(`${JSON.stringify(who)} could not sign in: ${reply.status}`)
  return reply.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}
