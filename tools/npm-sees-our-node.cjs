// npm silently omits every optional package whose "engines" exclude the Node that npm itself runs on: under Node 18 all
// native parts of the build would be missing. The installed packages will run on the Node of the lockfile, so npm gets
// that version.
const { REPOSO_INSTALL_FOR_NODE: version } = process.env;
if (version) Object.defineProperty(process, "version", { value: version });
