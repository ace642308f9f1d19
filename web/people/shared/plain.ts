/** Without marks and case, as lists in the browser are searched. */
export const plain = (text: string) => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
