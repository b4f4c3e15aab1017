// npm leaves out, without a word, every optional package whose "engines" refuse the Node that npm itself runs on:
// under Node 18 all native parts of the build would be missing. What is installed will run on the Node that the
// lockfile brings, so that is the version npm is told.
const { REPOSO_INSTALL_FOR_NODE: version } = process.env;
if (version) Object.defineProperty(process, "version", { value: version });
