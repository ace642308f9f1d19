import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { SelectField } from '../../../ui/controls/select-field.tsx'
import { IconFilter, IconSearch } from '../../../ui/icons.ts'
import { SearchField } from '../persons/search-field.tsx'
import { NO_FILTER, PERMISSIONS, type GuardianFilter, type Permission } from './filter.ts'
import classes from './guardians.module.css'
import { permissionNames } from './permission-words.ts'
import type { GuardianList } from './use-guardian-form.ts'

type FilterToolsProps = {
  filter: GuardianFilter
  childrenOfFamily: GuardianList['children']
  onChange: (filter: GuardianFilter) => void
}

const countOf = ({ permissions, child }: GuardianFilter) => permissions.length + (child ? 1 : 0)

/** The search and the panel of filters, each behind its button; the panel counts when it is applied. */
export function FilterTools({ filter, childrenOfFamily, onChange }: FilterToolsProps) {
  const t = useTexts()
  const [shown, setShown] = useState<'search' | 'filter' | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const toggle = (what: 'search' | 'filter') => setShown(shown === what ? null : what)
  const count = countOf(filter)
  useEffect(() => {
    if (shown === 'search') field.current?.focus()
  }, [shown])
  const toggleSearch = () => {
    if (shown === 'search') onChange({ ...filter, search: '' })
    toggle('search')
  }
  return (
    <>
      <div className="row">
        <Button icon={IconSearch} aria-expanded={shown === 'search'} onClick={toggleSearch}>
          {t('portal.guardians.search')}
        </Button>
        <Button icon={IconFilter} aria-expanded={shown === 'filter'} onClick={() => toggle('filter')}>
          {t('portal.guardians.filter')}
          {count > 0 && <span className={classes['count']}>{count}</span>}
        </Button>
      </div>
      {shown === 'search' && (
        <SearchField
          ref={field}
          label={t('portal.guardians.searchLabel')}
          value={filter.search}
          onChange={(search) => onChange({ ...filter, search })}
        />
      )}
      {shown === 'filter' && (
        <FilterPanel
          filter={filter}
          childrenOfFamily={childrenOfFamily}
          onChange={onChange}
          onHide={() => setShown(null)}
        />
      )}
    </>
  )
}

function FilterPanel({ filter, childrenOfFamily, onChange, onHide }: FilterToolsProps & { onHide: () => void }) {
  const t = useTexts()
  const [draft, setDraft] = useState(filter)
  const tick = (permission: Permission, isOn: boolean) => {
    const others = draft.permissions.filter((one) => one !== permission)
    setDraft({ ...draft, permissions: isOn ? [...others, permission] : others })
  }
  const clear = () => {
    const cleared = { ...NO_FILTER, search: filter.search }
    setDraft(cleared)
    onChange(cleared)
  }
  return (
    <section className={classes['panel']} aria-label={t('portal.guardians.filter')}>
      <fieldset>
        <legend className="strong">{t('portal.guardians.permission')}</legend>
        <div className={classes['ticks']}>
          {PERMISSIONS.map((permission) => (
            <label key={permission}>
              <input
                type="checkbox"
                checked={draft.permissions.includes(permission)}
                onChange={({ target }) => tick(permission, target.checked)}
              />
              {t(permissionNames[permission])}
            </label>
          ))}
        </div>
      </fieldset>
      <SelectField
        label={t('portal.guardians.child')}
        value={draft.child}
        onChange={({ target }) => setDraft({ ...draft, child: target.value })}
      >
        <option value="">{t('portal.guardians.anyChild')}</option>
        {childrenOfFamily.map(({ personId, firstName, lastName }) => (
          <option key={personId} value={personId}>
            {`${firstName} ${lastName}`.trim()}
          </option>
        ))}
      </SelectField>
      <div className="row wrap">
        <Button kind="primary" onClick={() => onChange(draft)}>
          {t('portal.guardians.apply')}
        </Button>
        <Button onClick={clear}>{t('portal.guardians.clearAll')}</Button>
        <Button kind="quiet" onClick={onHide}>
          {t('portal.guardians.hide')}
        </Button>
      </div>
    </section>
  )
}
