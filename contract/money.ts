/**
 * A currency we know: how it is written, and how many decimals its amounts have. `step`: of how many minor units every sum
 * that is charged is a multiple; absent: of one.
 */
type Currency = { symbol: string; exponent: 0 | 2; step?: 100; withdrawn?: true }

/**
 * Our own table, never `Intl`: the exponents are those of the payment providers, and CLDR disagrees about some.
 * A withdrawn currency is shown but never charged.
 */
export const currencies: ReadonlyMap<string, Currency> = new Map(
  Object.entries<Currency>({
    GBP: { symbol: '£', exponent: 2 },
    CAD: { symbol: 'CA$', exponent: 2 },
    XAF: { symbol: 'FCFA', exponent: 0 },
    CLP: { symbol: 'CLP$', exponent: 0 },
    COP: { symbol: 'COL$', exponent: 2 },
    EGP: { symbol: 'E£', exponent: 2 },
    EUR: { symbol: '€', exponent: 2 },
    GHS: { symbol: 'GH₵', exponent: 2 },
    GNF: { symbol: 'FG', exponent: 0 },
    KES: { symbol: 'KSh', exponent: 2 },
    MWK: { symbol: 'MK', exponent: 2 },
    MAD: { symbol: 'DH', exponent: 2 },
    NGN: { symbol: '₦', exponent: 2 },
    RWF: { symbol: 'FRw', exponent: 0 },
    SLL: { symbol: 'Le', exponent: 2, withdrawn: true },
    STD: { symbol: 'Db', exponent: 2, withdrawn: true },
    ZAR: { symbol: 'R', exponent: 2 },
    TZS: { symbol: 'TSh', exponent: 2 },
    // Counted in hundredths, and taken in whole shillings only.
    UGX: { symbol: 'USh', exponent: 2, step: 100 },
    USD: { symbol: '$', exponent: 2 },
    XOF: { symbol: 'CFA', exponent: 0 },
    ZMW: { symbol: 'ZK', exponent: 2 },
    IDR: { symbol: 'Rp', exponent: 2 },
  }),
)

/** The sign of a currency; its code where we know no sign. */
export const symbolOf = (code: string): string => currencies.get(code)?.symbol ?? code

/** What stands before an amount: `₦`; a sign that ends in a letter keeps its distance, `CFA `. */
export function signBefore(code: string, gap = ' '): string {
  const sign = symbolOf(code)
  return /[A-Za-z]$/.test(sign) ? sign + gap : sign
}
