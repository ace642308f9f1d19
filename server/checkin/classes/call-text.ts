/** What a call says by SMS. It names no child: phones lie on tables. */
export const callText = ({ churchName, className }: { churchName: string; className: string }): string =>
  `${churchName}: please come to the class ${className}.`
