import type { CareNote } from '#contract/checkin/family.ts'
import { useTexts } from '../../../languages/index.ts'
import { Button, IconButton } from '../../../ui/controls/button.tsx'
import { TextField } from '../../../ui/controls/field.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { IconPlus, IconTrash } from '../../../ui/icons.ts'
import classes from './care-fields.module.css'

const NOTES_AT_MOST = 20

type CareFieldsProps = { care: CareNote[]; onChange: (care: CareNote[]) => void; showsFaults: boolean }

/** Allergies and medical notes: what it is and what to do, each in fields of its own. */
export function CareFields({ care, onChange, showsFaults }: CareFieldsProps) {
  const t = useTexts()
  const change = (index: number, part: Partial<CareNote>) =>
    onChange(care.map((note, at) => (at === index ? { ...note, ...part } : note)))
  return (
    <section className={classes['care']} aria-label={t('portal.member.careTitle')}>
      <div>
        <h3>{t('portal.member.careTitle')}</h3>
        <p className="small muted">{t('portal.member.careText')}</p>
      </div>
      {care.map((note, index) => (
        <fieldset key={index} className={classes['note']}>
          <legend className="vh">{t('portal.member.careNumber', { number: index + 1 })}</legend>
          <SelectField
            label={t('portal.member.careKind')}
            value={note.kind}
            onChange={({ target }) => change(index, { kind: target.value === 'medical' ? 'medical' : 'allergy' })}
          >
            <option value="allergy">{t('portal.member.allergy')}</option>
            <option value="medical">{t('portal.member.medical')}</option>
          </SelectField>
          <TextField
            label={t('portal.member.careName')}
            value={note.name}
            maxLength={80}
            required
            autoComplete="off"
            error={showsFaults && note.name.trim() === '' ? t('portal.member.careNameMissing') : undefined}
            onChange={({ target }) => change(index, { name: target.value })}
          />
          <div className={classes['whole']}>
            <TextField
              label={t('portal.member.careInstruction')}
              aside={t('portal.grant.optional')}
              value={note.instruction}
              maxLength={200}
              autoComplete="off"
              onChange={({ target }) => change(index, { instruction: target.value })}
            />
          </div>
          <IconButton
            className={classes['remove']}
            label={t('portal.member.removeCare', { number: index + 1 })}
            icon={IconTrash}
            onClick={() => onChange(care.filter((_, at) => at !== index))}
          />
        </fieldset>
      ))}
      {care.length < NOTES_AT_MOST && (
        <div>
          <Button
            size="sm"
            icon={IconPlus}
            onClick={() => onChange([...care, { kind: 'allergy', name: '', instruction: '' }])}
          >
            {t('portal.member.addCare')}
          </Button>
        </div>
      )}
    </section>
  )
}
