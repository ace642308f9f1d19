/** As much of a name as an SMS of one page bears. */
const LENGTH = 40

/** A name in a short message: cut, in whole signs. */
export function shortName(name: string): string {
  const signs = [...name]
  return signs.length > LENGTH ? `${signs.slice(0, LENGTH - 3).join('')}...` : name
}
