import type { ReactNode } from 'react'
import { useTexts } from '../../languages/index.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { IconTrash } from '../../ui/icons.ts'
import { CurrencyOptions } from '../prices/currencies.tsx'
import type { SettingsDraft } from './draft.ts'
import classes from './settings.module.css'

type RowProps<Row> = { row: Row; onChange: (change: Partial<Row>) => void; onRemove: () => void }

function CurrencyField({ value, onChange }: { value: string; onChange: (currency: string) => void }) {
  const t = useTexts()
  return (
    <SelectField
      label={t('operator.church.currency')}
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="" disabled>
        {t('operator.prices.chooseCurrency')}
      </option>
      <CurrencyOptions />
    </SelectField>
  )
}

function Row({
  name,
  remove,
  onRemove,
  children,
}: {
  name: string
  remove: string
  onRemove: () => void
  children: ReactNode
}) {
  return (
    <li>
      <fieldset className={classes['row']}>
        <legend className="vh">{name}</legend>
        {children}
        <IconButton className={classes['remove']} label={remove} icon={IconTrash} onClick={onRemove} />
      </fieldset>
    </li>
  )
}

/** Above which amount of a currency two operators approve. */
export function LimitRow({ row, onChange, onRemove }: RowProps<SettingsDraft['approvalLimits'][number]>) {
  const t = useTexts()
  return (
    <Row
      name={t('operator.settings.limitOf', { currency: row.currency })}
      remove={t('operator.settings.removeLimit', { currency: row.currency })}
      onRemove={onRemove}
    >
      <CurrencyField value={row.currency} onChange={(currency) => onChange({ currency })} />
      <TextField
        label={t('operator.settings.above')}
        inputMode="decimal"
        autoComplete="off"
        pattern="\s*\d{1,9}(\.\d{1,6})?\s*"
        maxLength={16}
        required
        value={row.amount}
        onChange={(event) => onChange({ amount: event.target.value })}
      />
    </Row>
  )
}

/** Where transfers in a currency go. */
export function AccountRow({ row, onChange, onRemove }: RowProps<SettingsDraft['bankAccounts'][number]>) {
  const t = useTexts()
  const field = (part: 'accountName' | 'accountNumber' | 'bank' | 'note', maxLength: number) => ({
    autoComplete: 'off',
    maxLength,
    value: row[part],
    onChange: (event: { target: { value: string } }) => onChange({ [part]: event.target.value }),
  })
  return (
    <Row
      name={t('operator.settings.accountOf', { currency: row.currency })}
      remove={t('operator.settings.removeAccount', { currency: row.currency })}
      onRemove={onRemove}
    >
      <CurrencyField value={row.currency} onChange={(currency) => onChange({ currency })} />
      <TextField label={t('operator.settings.bank')} required {...field('bank', 120)} />
      <TextField label={t('operator.settings.accountName')} required {...field('accountName', 120)} />
      <TextField label={t('operator.settings.accountNumber')} required {...field('accountNumber', 60)} />
      <TextField label={t('operator.settings.note')} aside={t('operator.form.optional')} {...field('note', 300)} />
    </Row>
  )
}
