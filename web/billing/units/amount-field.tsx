import { symbolOf } from '#contract/money.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { useMoney } from '../../lib/money.ts'
import { Field } from '../../ui/controls/field.tsx'
import { IconChevronDown } from '../../ui/icons.ts'
import type { UnitsDraft } from './use-units-draft.ts'
import classes from './amount.module.css'

/** Amounts to pick from, in prices of so many units: round sums near them. */
const PICKS = [1_000, 2_000, 5_000, 10_000]

/** 5,900 → 5,000; 29.5 → 20: one figure and zeros. */
const rounded = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value))
  return Math.max(1, Math.floor(value / power) * power)
}

function picksFor(price: string | null): number[] {
  return price ? [...new Set(PICKS.map((units) => rounded(units * Number(price))))] : []
}

type AmountFieldProps = { draft: UnitsDraft; error: string | undefined }

/** Amount and currency in one line, with a few round sums below. */
export function AmountField({ draft, error }: AmountFieldProps) {
  const t = useTexts()
  const money = useMoney()
  const { prices, typed, setTyped, setCurrency, wanted } = draft
  const currency = prices?.currency ?? ''
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
                disabled={!prices}
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
        {picksFor(prices?.smsPrice ?? null).map((amount) => (
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
