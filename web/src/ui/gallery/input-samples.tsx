import { useState } from "react";
import type { Texts } from "#locales/texts.ts";
import { Button, ButtonLink, IconButton } from "#ui/button/button.tsx";
import { Field } from "#ui/field/field.tsx";
import { CloseIcon, PhotoIcon } from "#ui/icons/icons.tsx";
import { RefreshIcon } from "#ui/icons/manager-icons.tsx";
import { PasswordField } from "#ui/field/password-field.tsx";
import { Card, Section } from "#ui/screen/screen.tsx";
import { SearchField } from "#ui/field/search-field.tsx";
import { Segmented } from "#ui/choice/segmented.tsx";
import { Select } from "#ui/choice/select.tsx";

const variants = ["primary", "quiet", "plain", "danger"] as const;

export function InputSamples({ texts }: { texts: Texts["manager"] }) {
  const [account, setAccount] = useState("demo.manager");
  const [password, setPassword] = useState("a-password");
  const [keyword, setKeyword] = useState("");
  const [deviceId, setDeviceId] = useState("MC100001");
  const [connection, setConnection] = useState("all");
  const [outlet, setOutlet] = useState("all");
  return (
    <>
      <Section title="Button">
        {variants.map((variant) => (
          <Button key={variant} variant={variant} wide>
            {texts.startChair}
          </Button>
        ))}
        <Button wide pending>
          {texts.logIn}
        </Button>
        <Button wide disabled>
          {texts.logIn}
        </Button>
        <ButtonLink href="#" variant="quiet">
          {texts.quickStart}
        </ButtonLink>
        <Card>
          <IconButton label={texts.refresh} icon={<RefreshIcon />} />
          <IconButton label={texts.refresh} icon={<RefreshIcon />} pending />
          <IconButton label={texts.cancel} icon={<CloseIcon />} disabled />
        </Card>
      </Section>
      <Section title="Field">
        <Field label={texts.account} value={account} onChange={setAccount} />
        <Field
          label={texts.account}
          value=""
          onChange={() => {}}
          placeholder={texts.account}
          hint={texts.loginLead}
        />
        <Field label={texts.account} value="" onChange={() => {}} error={texts.accountMissing} />
        <Field
          code
          label={texts.devices}
          value={deviceId}
          onChange={setDeviceId}
          end={<IconButton label={texts.quickStart} icon={<PhotoIcon />} />}
        />
        <PasswordField
          label={texts.password}
          showLabel={texts.showPassword}
          hideLabel={texts.hidePassword}
          value={password}
          onChange={setPassword}
        />
        <SearchField
          label={texts.filters}
          clearLabel={texts.clearSearch}
          value={keyword}
          onChange={setKeyword}
        />
        <SearchField
          label={texts.filters}
          clearLabel={texts.clearSearch}
          value="MC1000"
          onChange={() => {}}
        />
      </Section>
      <Section title="Segmented, Select">
        <Segmented
          label={texts.onlineStatus}
          labelShown
          value={connection}
          choices={[
            { value: "all", label: texts.all },
            { value: "online", label: texts.online },
            { value: "offline", label: texts.offline },
          ]}
          onChange={setConnection}
        />
        <Select
          label={texts.outlet}
          value={outlet}
          choices={[
            { value: "all", label: texts.allOutlets },
            { value: "1", label: "SM Mall of Asia, Level 2, North Wing next to the cinema" },
          ]}
          onChange={setOutlet}
        />
      </Section>
    </>
  );
}
