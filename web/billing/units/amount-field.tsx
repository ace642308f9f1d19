import { symbolOf } from '#contract/money.ts'
import { useTexts } from '../../languages/index.ts'
import { useMoney } from '../../languages/money.ts'
import { Field } from '../../ui/controls/field.tsx'
import { IconChevronDown } from '../../ui/icons.ts'
import type { UnitsDraft } from './use-units-draft.ts'
import classes from './amount.module.css'

/** Amounts to pick from, in prices of so many units: round sums near them. */
const PICKS = [1_000, 2_000, 5_000, 10_000]

/** Figures that a round sum begins with. */
const ROUND = [5, 2.5, 1]

/** 5,900 → 5,000; 29,500 → 25,000; 59 → 50. */
const rounded = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value))
  const figure = ROUND.find((round) => round * power <= value) ?? 1
  return Math.max(1, Math.floor(figure * power))
}

function picksFor(price: string | null): number[] {
  return price ? [...new Set(PICKS.map((units) => rounded(units * Number(price))))] : []
}

type AmountFieldProps = { draft: UnitsDraft; error: string | undefined }

/** Amount and currency in one line, with a few round sums below. */
export function AmountField({ draft, error }: AmountFieldProps) {
  const t = useTexts()
  const money = useMoney()
  const { prices, typed, setTyped, currency, setCurrency, wanted, isTurning } = draft
  return (
    <div className="stack-8">
      <Field label={t('billing.units.amount')} error={error}>
        {(control) => (
          <span className={classes['group']}>
            <span className={classes['sign']} aria-hidden="true">
              {symbolOf(currency)}
            </span>
            <input
              {...control}
              className={`${classes['input']} num`}
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            <span className={classes['currency']}>
              <select
                aria-label={t('billing.units.currency')}
                value={currency}
                onChange={(event) => setCurrency(event.target.value)}
              >
                {(prices?.currencies ?? []).map((code) => (
                  <option key={code}>{code}</option>
                ))}
              </select>
              <IconChevronDown size={16} aria-hidden="true" />
            </span>
          </span>
        )}
      </Field>
      <div className={classes['picks']}>
        {picksFor(isTurning ? null : (prices?.smsPrice ?? null)).map((amount) => (
          <button
            key={amount}
            type="button"
            className="num"
            aria-pressed={wanted?.text === String(amount)}
            onClick={() => setTyped(String(amount))}
          >
            {money.decimal(String(amount), currency)}
          </button>
        ))}
      </div>
    </div>
  )
}
