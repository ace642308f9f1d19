import { useDebouncedValue } from '@mantine/hooks'
import { useFormat } from '../../lib/format.tsx'
import { useTexts } from '../../lib/languages/index.ts'
import { useMoney } from '../../lib/money.ts'
import { TextField } from '../../ui/controls/field.tsx'
import type { UnitsDraft } from './use-units-draft.ts'
import classes from './units.module.css'

/** How long typing rests before the sums are read out. */
const PAUSE_MS = 800

/** What the amount buys and comes to; seen at once, and read out when typing rests. */
export function Sums({ draft: { prices, wanted, preview } }: { draft: UnitsDraft }) {
  const t = useTexts()
  const format = useFormat()
  const money = useMoney()
  const currency = prices?.currency ?? ''
  const price = prices?.smsPrice ? money.decimal(prices.smsPrice, currency) : ''
  const units = preview ? format.number(Number(preview.units)) : ''
  const total = preview ? money.minor(Number(preview.totalMinor), currency) : ''
  const sums = preview ? t('billing.units.sums', { units: Number(preview.units), total }) : ''
  const [said] = useDebouncedValue(sums, PAUSE_MS)
  return (
    <div className={classes['sums']}>
      <TextField
        label={t('billing.units.units')}
        readOnly
        value={units}
        hint={preview && wanted && t('billing.units.at', { amount: money.decimal(wanted.text, currency), price })}
      />
      <TextField label={t('billing.units.total')} readOnly value={total} hint={t('billing.units.noOther')} />
      <p className="vh" role="status">
        {said}
      </p>
    </div>
  )
}
