/** The link that writes to an address: what an address may hold and a link may not is written otherwise. */
export const mailLink = (address: string): string => `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`
