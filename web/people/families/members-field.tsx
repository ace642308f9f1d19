import { useState } from 'react'
import { usePersonSearch } from '../../lists/person-search.ts'
import { useTexts } from '../../languages/index.ts'
import { groupPhone } from '../../languages/phone.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { SelectField } from '../../ui/controls/select-field.tsx'
import { IconSearch, IconX } from '../../ui/icons.ts'
import { Phone } from '../../ui/marks/phone.tsx'
import { Picker } from '../../ui/picker/picker.tsx'
import { OTHER_ROLE, roles, roleText } from '../words.ts'
import type { MemberDraft } from './draft.ts'
import classes from './families.module.css'

type Members = readonly MemberDraft[]
type MembersFieldProps = { members: Members; onChange: (members: Members) => void }

/** As many as a family takes. */
const MOST = 30

function MemberSearch({ members, onChange }: MembersFieldProps) {
  const t = useTexts()
  const [search, setSearch] = useState('')
  const { found, isLongEnough, isSettled, failure } = usePersonSearch(search)
  const options = found.filter(({ id }) => !members.some((member) => member.id === id))
  const status = () => {
    if (!isLongEnough) return t('people.family.searchHint')
    if (failure) return t('people.family.searchFailed')
    if (!isSettled) return options.length === 0 ? t('ui.state.loading') : null
    return options.length === 0 ? t('people.family.nobodyFound') : null
  }
  return (
    <Picker
      label={t('people.family.addMember')}
      placeholder={t('people.family.searchPerson')}
      icon={IconSearch}
      staysOpen
      text={search}
      onType={setSearch}
      options={options.map(({ id, name, phone }) => ({
        id,
        name,
        aside: phone ? <Phone value={groupPhone(phone)} /> : t('people.list.noPhone'),
      }))}
      onPick={({ id, name }) => {
        onChange([...members, { id, name, role: OTHER_ROLE }])
        setSearch('')
      }}
      status={status()}
    />
  )
}

/** Who is in a family, and as what. */
export function MembersField({ members, onChange }: MembersFieldProps) {
  const t = useTexts()
  const setRole = (id: string, role: number) =>
    onChange(members.map((member) => (member.id === id ? { ...member, role } : member)))
  return (
    <div className="stack">
      {members.length < MOST && <MemberSearch members={members} onChange={onChange} />}
      {members.length === 0 && <p className="muted">{t('people.family.nobody')}</p>}
      <ul className="stack" aria-label={t('people.family.members')}>
        {members.map(({ id, name, role }) => (
          <li key={id} className={classes['member']}>
            <span className="strong">{name}</span>
            <SelectField
              label={t('people.family.roleOf', { name })}
              value={role}
              onChange={(event) => setRole(id, Number(event.target.value))}
            >
              {roles.map((one) => (
                <option key={one} value={one}>
                  {t(roleText(one))}
                </option>
              ))}
            </SelectField>
            <IconButton
              label={t('people.family.takeOut', { name })}
              icon={IconX}
              onClick={() => onChange(members.filter((member) => member.id !== id))}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
