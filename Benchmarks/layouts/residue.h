#ifndef RESIDUE_H
#define RESIDUE_H

// Fills `stores` random stores per layout, erases one draft in two ways, and reads the closed
// files for anything that draft ever held. Prints a Markdown table.
void residue(int stores, const char *directory);

#endif
