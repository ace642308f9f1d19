/** For finding: names are found with and without their marks, whatever way the keyboard wrote them. */
export const plain = (text: string): string =>
  text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase()
