import { useState } from 'react'
import type { ConsoleTax } from '#contract/operator/taxes.ts'
import { textOf } from '../../api/use-act.ts'
import { calendarDay, useFormat } from '../../languages/format.tsx'
import { useTexts } from '../../languages/index.ts'
import { useCountryName } from '../../languages/names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { IconPlus, IconTrash } from '../../ui/icons.ts'
import { MenuItem, MoreMenu } from '../../ui/data-table/index.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { CountryOptions } from '../facts/countries.tsx'
import { FormDialog, useWaits } from '../form/form-dialog.tsx'
import { ReasonField } from '../form/reason-field.tsx'
import { StartField, startIn } from './start-field.tsx'
import { useSetTax, useTaxes } from './queries.ts'
import classes from './prices.module.css'

/** Sets the tax of a country, from a day on; with a tax it ends that one. */
function TaxDialog({ ended, onClose }: { ended: ConsoleTax | null; onClose: () => void }) {
  const t = useTexts()
  const waits = useWaits()
  const countryName = useCountryName()
  const set = useSetTax()
  const send = async (form: FormData) => {
    const wanted = ended
      ? { isoCode: ended.isoCode, name: ended.name, rate: null }
      : {
          isoCode: textOf(form, 'isoCode'),
          name: textOf(form, 'name').trim(),
          rate: textOf(form, 'rate').trim().replace(',', '.'),
        }
    const change = await set.send({ ...wanted, startsOn: startIn(form), reason: textOf(form, 'reason') })
    onClose()
    waits(change)
  }
  return (
    <FormDialog
      title={t(ended ? 'operator.tax.end' : 'operator.tax.set')}
      submit={t('operator.form.ask')}
      isDanger={ended !== null}
      onSend={send}
      onClose={onClose}
    >
      <p className="muted">
        {ended ? t('operator.tax.endText', { country: countryName(ended.isoCode) }) : t('operator.tax.text')}
      </p>
      {!ended && (
        <>
          <SelectField label={t('operator.churches.country')} name="isoCode" required>
            <CountryOptions />
          </SelectField>
          <TextField
            label={t('operator.tax.name')}
            hint={t('operator.tax.nameHint')}
            name="name"
            maxLength={40}
            required
          />
          <TextField
            label={t('operator.tax.rate')}
            name="rate"
            inputMode="decimal"
            pattern="\d{1,2}([.,]\d{1,4})?"
            maxLength={7}
            required
          />
        </>
      )}
      <StartField />
      <ReasonField />
    </FormDialog>
  )
}

function TaxRow({ tax, onEnd }: { tax: ConsoleTax; onEnd: () => void }) {
  const t = useTexts()
  const format = useFormat()
  const country = useCountryName()(tax.isoCode)
  const day = format.day(calendarDay(new Date(tax.startedAt), format.timeZone))
  return (
    <li className={classes['price']}>
      <span className="strong">{tax.isoCode}</span>
      <span className={`muted ${classes['place']}`}>{country}</span>
      <span className={`num strong ${classes['amount']}`}>
        {t('operator.tax.of', { name: tax.name, rate: tax.rate })}
      </span>
      <span className={`small muted num ${classes['since']}`}>{t('operator.prices.since', { day })}</span>
      <MoreMenu label={t('ui.table.more', { name: country })}>
        <MenuItem icon={IconTrash} isDanger onPick={onEnd}>
          {t('operator.tax.end')}
        </MenuItem>
      </MoreMenu>
    </li>
  )
}

/** Tax by country; who has no row pays none. */
export function TaxCard() {
  const t = useTexts()
  const { data, error, refetch } = useTaxes()
  const [doing, setDoing] = useState<{ ended: ConsoleTax | null } | null>(null)
  const add = (
    <Button size="sm" icon={IconPlus} onClick={() => setDoing({ ended: null })}>
      {t('operator.tax.set')}
    </Button>
  )
  return (
    <Card title={t('operator.tax.title')} aside={add} padded={false}>
      {!data && (error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading rows={2} />)}
      {data?.length === 0 && <p className={`muted ${classes['line']}`}>{t('operator.tax.none')}</p>}
      {data && data.length > 0 && (
        <ul className={classes['prices']}>
          {data.map((tax) => (
            <TaxRow key={tax.id} tax={tax} onEnd={() => setDoing({ ended: tax })} />
          ))}
        </ul>
      )}
      {doing && <TaxDialog ended={doing.ended} onClose={() => setDoing(null)} />}
    </Card>
  )
}
