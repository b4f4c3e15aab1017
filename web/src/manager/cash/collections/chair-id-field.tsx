import { useState } from "react";
import { useText } from "#shared/i18n/i18n.tsx";
import { PhotoPick, Viewfinder } from "#shared/scanner/index.ts";
import { IconButton } from "#ui/button/button.tsx";
import { Field, type FieldProps } from "#ui/field/field.tsx";
import { ScanIcon } from "#ui/icons/icons.tsx";

/** A field for a device ID, which can be typed or scanned from the chair's label. */
export function ChairIdField({
  onChange,
  ...rest
}: Pick<FieldProps, "label" | "value" | "onChange" | "hint" | "error">) {
  const { openCamera } = useText("scanning");
  const [isScanning, setIsScanning] = useState(false);
  const found = (deviceId: string) => {
    onChange(deviceId);
    setIsScanning(false);
  };
  return (
    <>
      <Field
        {...rest}
        onChange={onChange}
        autoComplete="off"
        autoCapitalize="characters"
        end={
          <IconButton
            label={openCamera}
            icon={<ScanIcon />}
            aria-expanded={isScanning}
            onClick={() => setIsScanning(!isScanning)}
          />
        }
      />
      {isScanning && (
        <>
          <Viewfinder startsAtOnce onFound={found} />
          <PhotoPick onFound={found} />
        </>
      )}
    </>
  );
}
